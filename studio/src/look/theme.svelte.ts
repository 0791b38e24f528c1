// Whether the page is dark, for what is no part of its styles, such as a canvas.

class Theme {
  isDark = $state(false);

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.isDark = query.matches;
    query.addEventListener('change', () => { this.isDark = query.matches; });
  }
}
export const theme = new Theme();
