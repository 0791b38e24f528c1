import './look/page.css';
import { warm } from './engine/warm';

// What is small comes first: the engine is on its way while the page is read.
warm();
void import('./start');
