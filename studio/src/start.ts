import { mount } from 'svelte';
import App from './App.svelte';

const page = document.getElementById('page')!;
page.replaceChildren(); // what stands there until the page is
mount(App, { target: page });
