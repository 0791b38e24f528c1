import { mount } from 'svelte';
import App from './App.svelte';
import { WorkerEngine } from './engine/worker_engine';
import { project } from './project.svelte';

project.makeEngine = (files, keeper) => new WorkerEngine(files, keeper);
const page = document.getElementById('page')!;
page.replaceChildren(); // what stands there until the page is
mount(App, { target: page });
