// The ground from above, on a canvas.

export interface Body {
  name: string;
  right: number; // metres
  ahead: number;
  facing: number | null; // degrees from ahead to the right
  shade: string;
  isAgent: boolean;
  label?: string;
  isFaint?: boolean;
}

// What is drawn of the one whom one follows, and what everybody shares.
export interface Layers {
  walls: [[number, number], [number, number]][];
  blocks: [right: number, ahead: number, width: number, depth: number][]; // where nobody can walk
  trails: { points: [number, number][]; isFollowed: boolean }[];
  senses: { body: Body; kind: string; range: number; degrees: number | null; isFollowed: boolean }[];
  path: [number, number][];
  weights: { body: Body; values: (number | null)[] } | null;
  sounds: { right: number; ahead: number; radius: number; name: string; age: number }[]; // age: 0 to 1
  remembered: { right: number; ahead: number; who: string }[];
}

export interface Box {
  left: number;
  right: number;
  near: number;
  far: number;
}

// From metres to points of the canvas.
export class Projection {
  constructor(readonly scale: number, readonly x0: number, readonly y0: number) {}
  x(right: number): number { return this.x0 + right * this.scale; }
  y(ahead: number): number { return this.y0 - ahead * this.scale; }
  right(x: number): number { return (x - this.x0) / this.scale; }
  ahead(y: number): number { return (this.y0 - y) / this.scale; }
  // Zoomed by a factor around a point of the canvas.
  zoomed(factor: number, x: number, y: number): Projection {
    return new Projection(this.scale * factor, x + (this.x0 - x) * factor, y + (this.y0 - y) * factor);
  }
  moved(x: number, y: number): Projection { return new Projection(this.scale, this.x0 + x, this.y0 + y); }

  static around(box: Box, width: number, height: number): Projection {
    const edge = 28, wide = Math.max(box.right - box.left, 1), high = Math.max(box.far - box.near, 1);
    const scale = Math.min((width - 2 * edge) / wide, (height - 2 * edge) / high);
    return new Projection(scale, width / 2 - ((box.left + box.right) / 2) * scale, height / 2 + ((box.near + box.far) / 2) * scale);
  }
}

export interface Inks {
  ink: string;
  quiet: string;
  accent: string;
  warm: string;
  paper: string;
}

const kFew = 40; // bodies that are labelled
const kManyBodies = 400; // that are drawn as points
const kDegree = Math.PI / 180;

// A round length for the scale's bar.
function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [5, 2, 1].map((one) => one * power).find((one) => one <= metres) ?? power;
}

export function drawGround(to: CanvasRenderingContext2D, width: number, height: number, at: Projection, inks: Inks, bodies: Body[],
  followed: Body | null, layers: Layers): void {
  const others: Label[] = [];
  to.clearRect(0, 0, width, height);
  drawGrid(to, width, height, at, inks);
  for (const { body, kind, range, degrees, isFollowed } of layers.senses) {
    if (range <= 0) continue;
    to.beginPath();
    const x = at.x(body.right), y = at.y(body.ahead);
    if (degrees !== null && degrees < 359 && body.facing !== null) {
      const middle = (body.facing - 90) * kDegree, half = (degrees / 2) * kDegree;
      to.moveTo(x, y);
      to.arc(x, y, range * at.scale, middle - half, middle + half);
      to.closePath();
    } else {
      to.arc(x, y, range * at.scale, 0, 2 * Math.PI);
    }
    to.fillStyle = kind === 'sight' ? inks.warm : inks.accent;
    to.globalAlpha = isFollowed ? 0.16 : 0.07;
    if (kind === 'sight') to.fill();
    to.globalAlpha = isFollowed ? 0.6 : 0.2;
    to.strokeStyle = to.fillStyle;
    to.lineWidth = 1;
    to.setLineDash(kind === 'sight' ? [] : [3, 3]);
    to.stroke();
    to.setLineDash([]);
    to.globalAlpha = 1;
  }
  to.strokeStyle = inks.ink;
  to.fillStyle = inks.quiet;
  to.lineCap = 'square';
  to.lineWidth = Math.max(2, Math.min(6, 0.2 * at.scale));
  for (const [from, end] of layers.walls) {
    if (from[0] === end[0] && from[1] === end[1]) {
      to.fillRect(at.x(from[0] - 0.5), at.y(from[1] + 0.5), at.scale, at.scale);
      continue;
    }
    to.beginPath();
    to.moveTo(at.x(from[0]), at.y(from[1]));
    to.lineTo(at.x(end[0]), at.y(end[1]));
    to.stroke();
  }
  to.lineCap = 'butt';
  to.globalAlpha = 0.55;
  for (const [right, ahead, wide, deep] of layers.blocks) to.fillRect(at.x(right), at.y(ahead + deep), wide * at.scale, deep * at.scale);
  to.globalAlpha = 1;
  for (const { points, isFollowed } of layers.trails) line(to, at, points, inks.ink, isFollowed ? 1.6 : 1, isFollowed ? 0.7 : 0.25);
  if (layers.path.length > 0 && followed !== null) {
    to.setLineDash([5, 4]);
    line(to, at, [[followed.right, followed.ahead], ...layers.path], inks.accent, 2, 0.9);
    to.setLineDash([]);
    const [right, ahead] = layers.path.at(-1)!;
    to.beginPath();
    to.arc(at.x(right), at.y(ahead), 4, 0, 2 * Math.PI);
    to.fillStyle = inks.accent;
    to.fill();
  }
  for (const sound of layers.sounds) {
    to.beginPath();
    to.arc(at.x(sound.right), at.y(sound.ahead), sound.radius * at.scale * (0.3 + 0.7 * sound.age), 0, 2 * Math.PI);
    to.strokeStyle = inks.accent;
    to.globalAlpha = 1 - 0.8 * sound.age;
    to.lineWidth = 2;
    to.stroke();
    to.globalAlpha = 1;
    others.push({ words: sound.name, x: at.x(sound.right) + 8, y: at.y(sound.ahead) + 16, shade: inks.accent });
  }
  if (layers.weights !== null) drawWeights(to, at, inks, layers.weights.body, layers.weights.values);
  for (const { right, ahead, who } of layers.remembered) {
    const x = at.x(right), y = at.y(ahead);
    to.strokeStyle = inks.warm;
    to.lineWidth = 1.5;
    to.setLineDash([2, 2]);
    to.strokeRect(x - 8, y - 8, 16, 16);
    to.setLineDash([]);
    others.push({ words: `${who}?`, x: x + 11, y: y + 14, shade: inks.warm });
  }
  drawBodies(to, width, height, at, inks, bodies, followed, others);
  drawScale(to, height, at, inks);
}

function line(to: CanvasRenderingContext2D, at: Projection, points: [number, number][], shade: string, width: number, strength: number): void {
  if (points.length < 2) return;
  to.beginPath();
  points.forEach(([right, ahead], i) => (i === 0 ? to.moveTo(at.x(right), at.y(ahead)) : to.lineTo(at.x(right), at.y(ahead))));
  to.strokeStyle = shade;
  to.lineWidth = width;
  to.globalAlpha = strength;
  to.stroke();
  to.globalAlpha = 1;
}

// With a rim, so that it can be read on whatever lies below it.
function text(to: CanvasRenderingContext2D, words: string, x: number, y: number, shade: string, rim: string): void {
  to.lineJoin = 'round';
  to.lineWidth = 3.5;
  to.strokeStyle = rim;
  to.strokeText(words, x, y);
  to.fillStyle = shade;
  to.fillText(words, x, y);
}

function drawGrid(to: CanvasRenderingContext2D, width: number, height: number, at: Projection, inks: Inks): void {
  const step = roundLength(90 / at.scale);
  to.strokeStyle = inks.quiet;
  to.globalAlpha = 0.13;
  to.lineWidth = 1;
  to.beginPath();
  for (let right = Math.ceil(at.right(0) / step) * step; at.x(right) < width; right += step) {
    to.moveTo(Math.round(at.x(right)) + 0.5, 0);
    to.lineTo(Math.round(at.x(right)) + 0.5, height);
  }
  for (let ahead = Math.ceil(at.ahead(height) / step) * step; at.y(ahead) > 0; ahead += step) {
    to.moveTo(0, Math.round(at.y(ahead)) + 0.5);
    to.lineTo(width, Math.round(at.y(ahead)) + 0.5);
  }
  to.stroke();
  to.globalAlpha = 1;
}

function drawScale(to: CanvasRenderingContext2D, height: number, at: Projection, inks: Inks): void {
  const metres = roundLength(90 / at.scale), wide = metres * at.scale;
  to.strokeStyle = inks.quiet;
  to.lineWidth = 1.5;
  to.beginPath();
  to.moveTo(12, height - 17);
  to.lineTo(12, height - 12);
  to.lineTo(12 + wide, height - 12);
  to.lineTo(12 + wide, height - 17);
  to.stroke();
  text(to, `${metres} m`, 17, height - 18, inks.quiet, inks.paper);
}

// How good each way is: a star around the agent, what is blocked left out.
function drawWeights(to: CanvasRenderingContext2D, at: Projection, inks: Inks, body: Body, values: (number | null)[]): void {
  const most = Math.max(1e-6, ...values.map((one) => Math.abs(one ?? 0))), x = at.x(body.right), y = at.y(body.ahead);
  const best = values.reduce<number>((a, one, i) => ((one ?? -Infinity) > (values[a] ?? -Infinity) ? i : a), 0);
  values.forEach((value, i) => {
    const angle = (i / values.length) * 2 * Math.PI - Math.PI / 2;
    const long = value === null ? 12 : 12 + 26 * (Math.abs(value) / most);
    to.beginPath();
    to.moveTo(x + 11 * Math.cos(angle), y + 11 * Math.sin(angle));
    to.lineTo(x + long * Math.cos(angle), y + long * Math.sin(angle));
    to.strokeStyle = value === null ? inks.quiet : value < 0 ? inks.warm : inks.accent;
    to.lineWidth = i === best ? 4 : 2;
    to.stroke();
  });
}

function drawBodies(to: CanvasRenderingContext2D, width: number, height: number, at: Projection, inks: Inks, bodies: Body[], followed: Body | null, others: Label[]): void {
  to.font = '12px system-ui, sans-serif';
  const isCrowd = bodies.length > kManyBodies;
  const size = isCrowd ? Math.max(2, Math.min(5, 0.35 * at.scale)) : Math.max(4.5, Math.min(8, 0.4 * at.scale));
  if (isCrowd) {
    const seen = drawCrowd(to, width, height, at, bodies, size);
    drawFollowed(to, at, inks, followed, size);
    drawLabels(to, width, height, at, inks, labelled(seen, followed), size, others);
    return;
  }
  // By colour.
  const groups = new Map<string, Body[]>(), seen: Body[] = [];
  for (const body of bodies) {
    const x = at.x(body.right), y = at.y(body.ahead);
    if (x < -10 || y < -10 || x > width + 10 || y > height + 10) continue;
    seen.push(body);
    const key = body.isFaint ? `${body.shade}?` : body.shade;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [body]);
    else group.push(body);
  }
  for (const [key, group] of groups) {
    to.globalAlpha = group[0]!.isFaint ? 0.18 : 1;
    to.fillStyle = key.replace('?', '');
    to.beginPath();
    for (const body of group) {
      const x = at.x(body.right), y = at.y(body.ahead);
      if (body.isAgent) {
        to.moveTo(x + size, y);
        to.arc(x, y, size, 0, 2 * Math.PI);
      } else {
        to.rect(x - size * 0.7, y - size * 0.7, size * 1.4, size * 1.4);
      }
    }
    to.fill();
    to.lineWidth = 1;
    to.strokeStyle = inks.ink;
    to.stroke();
  }
  to.globalAlpha = 1;
  to.beginPath();
  for (const body of seen) {
    if (body.facing === null || !body.isAgent) continue;
    const angle = (body.facing - 90) * kDegree, x = at.x(body.right), y = at.y(body.ahead);
    to.moveTo(x + size * Math.cos(angle), y + size * Math.sin(angle));
    to.lineTo(x + (size + 5) * Math.cos(angle), y + (size + 5) * Math.sin(angle));
  }
  to.strokeStyle = inks.ink;
  to.lineWidth = 2;
  to.stroke();
  drawFollowed(to, at, inks, followed, size);
  drawLabels(to, width, height, at, inks, labelled(seen, followed), size, others);
}

// The one whom one follows, and the others in view where they are few.
function labelled(seen: Body[], followed: Body | null): Body[] {
  const first = followed === null ? [] : [followed];
  return seen.length <= kFew ? [...first, ...seen.filter((one) => one !== followed)] : first;
}

function drawFollowed(to: CanvasRenderingContext2D, at: Projection, inks: Inks, followed: Body | null, size: number): void {
  if (followed === null) return;
  to.beginPath();
  to.arc(at.x(followed.right), at.y(followed.ahead), size + 4, 0, 2 * Math.PI);
  to.strokeStyle = inks.accent;
  to.lineWidth = 2.5;
  to.stroke();
}

const kInks = new Map<string, number>(); // colours as pixels
function pixelOf(shade: string): number {
  const known = kInks.get(shade);
  if (known !== undefined) return known;
  const [red, green, blue] = shade.startsWith('#') ? [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16)) : (shade.match(/\d+/g) ?? []).map(Number);
  const pixel = (((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
  kInks.set(shade, pixel);
  return pixel;
}

let crowd: { canvas: OffscreenCanvas; image: ImageData; pixels: Uint32Array } | null = null;
// Thousands, as pixels: that many calls of a canvas would take longer than a frame of the screen. Those that are in view.
function drawCrowd(to: CanvasRenderingContext2D, width: number, height: number, at: Projection, bodies: Body[], size: number): Body[] {
  const ratio = to.getTransform().a, wide = Math.ceil(width * ratio), high = Math.ceil(height * ratio), edge = Math.max(2, Math.round(size * ratio));
  if (crowd === null || crowd.canvas.width !== wide || crowd.canvas.height !== high) {
    const image = new ImageData(wide, high);
    crowd = { canvas: new OffscreenCanvas(wide, high), image, pixels: new Uint32Array(image.data.buffer) };
  }
  const { pixels } = crowd;
  pixels.fill(0);
  const seen: Body[] = [];
  for (const body of bodies) {
    const left = Math.round(at.x(body.right) * ratio - edge / 2), top = Math.round(at.y(body.ahead) * ratio - edge / 2);
    if (left < 0 || top < 0 || left + edge > wide || top + edge > high) continue;
    seen.push(body);
    const pixel = (pixelOf(body.shade) | ((body.isFaint ? 46 : 255) << 24)) >>> 0;
    for (let y = top; y < top + edge; ++y) pixels.fill(pixel, y * wide + left, y * wide + left + edge);
  }
  crowd.canvas.getContext('2d')!.putImageData(crowd.image, 0, 0);
  to.drawImage(crowd.canvas, 0, 0, width, height);
  return seen;
}

// A very long name would cover the others.
const kLetters = 20;
const shortOf = (label: string): string => label.split(': ').map((one) => (one.length > kLetters ? `${one.slice(0, kLetters - 1)}…` : one)).join(': ');

// Words beside something that is no body.
interface Label {
  words: string;
  x: number;
  y: number;
  shade: string;
}

// Below each other where they would overlap, as far as there is room; the one whom one follows comes first. None lies on the scale.
function drawLabels(to: CanvasRenderingContext2D, width: number, height: number, at: Projection, inks: Inks, bodies: Body[], size: number, others: Label[]): void {
  const taken: [number, number, number][] = [[0, height - 18, 130], [0, height - 8, 130]]; // x, y, width
  const place = (words: string, x: number, top: number, shade: string) => {
    const wide = to.measureText(words).width, isTaken = (y: number) => taken.some(([a, b, c]) => Math.abs(b - y) < 14 && a < x + wide && x < a + c);
    const y = [top, top + 14, top + 28, top + 42, top - 14, top - 28].find((one) => !isTaken(one));
    if (y === undefined) return; // one that stands elsewhere says more
    taken.push([x, y, wide]);
    text(to, words, x, y, shade, inks.paper);
  };
  for (const body of bodies) {
    const words = shortOf(body.label ?? body.name), wide = to.measureText(words).width, beside = size + 5, middle = at.x(body.right);
    place(words, middle + beside + wide > width - 4 ? middle - beside - wide : middle + beside, at.y(body.ahead) - size, body.isAgent ? inks.ink : inks.quiet);
  }
  for (const one of others) place(one.words, one.x, one.y, one.shade);
}
