// For people: three digits behind the point at most, no zeros at the end.
export const shown = (value: number): string => String(Math.round(value * 1000) / 1000);
