// The messages about viewers between a page and the development server.

/** A message between a page and the development server about viewers. */
export interface LiveMessage {
  kind: 'offer' | 'join' | 'bytes' | 'sent' | 'gone';
  name?: string;
  viewer?: number;
  base64?: string;
}
export const liveEvent = 'ishi:live';

export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
