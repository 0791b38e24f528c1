// The village in three.js with its text beside it: the first example of the site and of the playground (index.html).

import { showText } from './text.js';

showText(document.querySelector<HTMLElement>('#text')!);
await import('./three.js');
