// For people: three digits behind the point at most, no zeros at the end, a minus as wide as a plus.
export const shown = (value: number): string => String(Math.round(value * 1000) / 1000 || 0).replace('-', '−');
