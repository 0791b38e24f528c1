// Distances between colours, and between a colour and its paper, as people see them.

const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
export const lightOf = (hex) => [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));

// WCAG 2: from 1 to 21.
export const luminanceOf = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
export function contrastOf(one, other) {
  const [low, high] = [luminanceOf(lightOf(one)), luminanceOf(lightOf(other))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Matrices for linear light: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", 2009, at its full severity.
const kSeen = {
  everybody: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
};
export const kEyes = Object.keys(kSeen);
const times = (matrix, light) => matrix.map((row) => row.reduce((sum, one, i) => sum + one * light[i], 0));

// CIELAB under D65.
const kXyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]], kWhite = [0.95047, 1, 1.08883];
export function labOf(light, eyes) {
  const seen = times(kSeen[eyes], light).map((one) => Math.min(1, Math.max(0, one)));
  const [x, y, z] = times(kXyz, seen).map((one, i) => one / kWhite[i]).map((one) => (one > 216 / 24389 ? Math.cbrt(one) : ((24389 / 27) * one + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
export const distanceOf = (one, other, eyes) => {
  const [a, b] = [one, other].map((hex) => labOf(lightOf(hex), eyes));
  return Math.hypot(...a.map((at, i) => at - b[i]));
};
