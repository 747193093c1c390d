/** Keeps `parallel` requests going; answers per second. */
export async function load(parallel: number, total: number, request: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (next < total) await request(next++);
    }),
  );
  return total / ((performance.now() - begun) / 1000);
}

export function report(name: string, value: number, unit: string): void {
  console.log(`  ${name.padEnd(62)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit}`);
}
