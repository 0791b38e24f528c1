// Times of a run or a recording, as its clock shows them: seconds where it is short, else minutes and hours.

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');

// "4.50s", "2:04.50", "12:02:04.50". `last`: when the run ends, so that all its times are alike.
export function clockText(seconds: number, last: number): string {
  if (last < 100) return `${seconds.toFixed(2)}s`;
  const hundredths = Math.round(seconds * 100), whole = Math.floor(hundredths / 100);
  const rest = `${padded(whole % 60)}.${padded(hundredths % 100)}`;
  const minutes = Math.floor(whole / 60);
  return last < 3600 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${rest}`;
}

// The same of a place on an axis: "5s", "2:00", "6:00 h".
export function tickText(seconds: number, last: number): string {
  if (last < 100) return `${seconds}s`;
  const whole = Math.round(seconds), minutes = Math.floor(whole / 60);
  return last < 3600 ? `${minutes}:${padded(whole % 60)}` : `${Math.floor(minutes / 60)}:${padded(minutes % 60)} h`;
}

const kSteps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10800, 14400, 21600, 43200];
const kMost = 8;

// Round times between the ends of an axis, at most eight steps of them.
export function ticksOf(first: number, last: number): number[] {
  const whole = last - first;
  if (whole <= 0) return [];
  const step = kSteps.find((one) => whole / one <= kMost) ?? 86400 * Math.ceil(whole / 86400 / kMost);
  const ticks: number[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) ticks.push(at);
  return ticks;
}
