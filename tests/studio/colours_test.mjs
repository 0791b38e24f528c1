// The colours of actions: they can be seen, read, and told apart.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { contrastOf, distanceOf, kEyes } from './colours.mjs';

const studio = new URL('../../studio/src/look/', import.meta.url);
const palette = JSON.parse(fs.readFileSync(new URL('palette.json', studio), 'utf8'));
const css = fs.readFileSync(new URL('page.css', studio), 'utf8');
const kLooks = ['light', 'dark'];
// A colour of the page, such as its paper, in both looks.
const inks = (name) => new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css).slice(1);
const letters = /\.stretch \{[^}]*color: light-dark\((#[0-9a-f]{3}), (#[0-9a-f]{3})\)/.exec(css).slice(1).map((one) => one.replace(/[0-9a-f]/g, '$&$&'));

test('the colour of an action stands out from the paper: at least 3 to 1', () => {
  kLooks.forEach((look, i) => {
    for (const paper of ['paper', 'raised']) {
      for (const colour of palette[look]) assert.ok(contrastOf(colour, inks(paper)[i]) >= 3, `${look} ${colour} on ${paper}`);
    }
  });
});

test('words can be read on the colour of an action: at least 4.5 to 1', () => {
  kLooks.forEach((look, i) => {
    for (const colour of palette[look]) assert.ok(contrastOf(colour, letters[i]) >= 4.5, `${look} ${letters[i]} on ${colour}: ${contrastOf(colour, letters[i])}`);
  });
});

test('people with protanopia or deuteranopia tell the colours of actions apart, and others do so at a glance', () => {
  const kLeast = { everybody: 45, protanopia: 20, deuteranopia: 20 }; // of CIELAB, in which 2 is just seen
  for (const look of kLooks) {
    assert.equal(palette[look].length, palette.light.length);
    for (const eyes of kEyes) {
      palette[look].forEach((one, i) => palette[look].slice(0, i).forEach((other) => {
        assert.ok(distanceOf(one, other, eyes) >= kLeast[eyes], `${look}, ${eyes}: ${one} and ${other} are ${distanceOf(one, other, eyes).toFixed(1)} apart`);
      }));
    }
  }
});
