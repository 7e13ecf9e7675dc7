(function () {
  var choice = 'system';
  try {
    choice = localStorage.getItem('earshot-theme') || 'system';
  } catch {
    // Storage may be forbidden; the system's theme is a fine default.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
