// Knows if the page is dark, for parts that styles do not reach, such as a canvas.

class Theme {
  isDark = $state(false);

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.isDark = query.matches;
    query.addEventListener('change', () => { this.isDark = query.matches; });
  }
}
export const theme = new Theme();
