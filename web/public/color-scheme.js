// Sets the colour scheme before the first paint, and when the system's changes; a file, since the Content-Security-Policy allows no inline script.
(function () {
  var system = matchMedia('(prefers-color-scheme: dark)');
  function show() {
    var stored = null;
    try {
      stored = localStorage.getItem('theme');
    } catch {
      // Storage may be refused; the system's preference is used then.
    }
    var dark = stored === 'dark' || (stored !== 'light' && system.matches);
    document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
  }
  show();
  system.addEventListener('change', show);
})();
