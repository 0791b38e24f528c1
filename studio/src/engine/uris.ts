// The files of the page, as the language server calls them: by their paths below one folder. A file elsewhere has its whole address
// as its path.

export const kRoot = '/project';
let root = `file://${kRoot}/`;
// `address`: of the folder, with a slash at its end. It is the worker's own until another one is set.
export function setRoot(address: string): void {
  root = decodeURIComponent(address);
}
const isWhole = (path: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
export function uriOf(path: string): string {
  const scheme = isWhole(path) ? '' : root, whole = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(scheme + path)!;
  return whole[1]! + encoded(whole[2]!);
}
export function pathOf(uri: string): string {
  const plain = decodeURIComponent(uri);
  return plain.startsWith(root) ? plain.slice(root.length) : plain;
}
