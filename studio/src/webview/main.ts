import { mount } from 'svelte';
import '../look/page.css';
import { theme } from '../look/theme.svelte';
import './webview.css';
import Webview from './Webview.svelte';

// Dark and light as the editor is: it says so by a class, whatever the system is.
function follow(): void {
  const { classList } = document.body;
  theme.isDark = classList.contains('vscode-dark') || (classList.contains('vscode-high-contrast') && !classList.contains('vscode-high-contrast-light'));
  document.documentElement.style.colorScheme = theme.isDark ? 'dark' : 'light';
}
new MutationObserver(follow).observe(document.body, { attributeFilter: ['class'] });
follow();
mount(Webview, { target: document.getElementById('page')! });
