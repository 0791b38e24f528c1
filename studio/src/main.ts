import './look/page.css';
import { warm } from './engine/warm';
import { wordsOf } from './look/words';

// What is small comes first: the engine is on its way while the page is read.
warm();
import('./start').catch((error: unknown) => {
  const late = document.getElementById('late');
  if (late === null) throw error; // the page was there already
  late.className = '';
  late.textContent = `A part of this page could not be loaded: ${wordsOf(error)}. Load it again; if that does not help, files are missing on the server.`;
});
