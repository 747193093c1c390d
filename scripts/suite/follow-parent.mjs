/** Preloaded into the programs of the suite: when the starter is gone, also by kill -9, they end as if by Ctrl-C. */
const parent = process.ppid;
const check = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(check);
  process.kill(process.pid, 'SIGINT');
  setTimeout(() => process.exit(1), 15_000).unref();
}, 500);
check.unref();
