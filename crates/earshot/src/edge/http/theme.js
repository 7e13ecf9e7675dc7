// Sets the theme before anything is painted, and again whenever the person, the system or another
// tab changes it. The page only says what was chosen (web/src/lib/theme.ts).
(function () {
  var key = 'earshot-theme';
  var page = document.documentElement;
  var system = matchMedia('(prefers-color-scheme: dark)');
  var backgrounds = { light: '#f8f6f2', dark: '#14120f' };

  function stored() {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; the system's theme is a fine default.
      return null;
    }
  }

  function apply(choice) {
    page.dataset.theme = choice === 'light' || choice === 'dark' ? choice : 'system';
    var dark = page.dataset.theme === 'system' ? system.matches : choice === 'dark';
    page.classList.toggle('dark', dark);
    var bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.setAttribute('content', dark ? backgrounds.dark : backgrounds.light);
  }

  apply(stored());
  system.addEventListener('change', function () {
    apply(page.dataset.theme);
  });
  addEventListener(key, function (event) {
    apply(event.detail);
  });
  addEventListener('storage', function (event) {
    if (event.key === key || event.key === null) apply(event.newValue);
  });
})();
