// The speeds of a run or a recording, in its own seconds per second.
export const kSpeeds = [0.25, 0.5, 1, 2, 4, 8, 20, 60, 240, 720, 1440];
export const speedText = (speed: number): string => (speed < 60 ? `${speed}×` : `${speed / 60} min/s`);
