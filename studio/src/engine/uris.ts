// The files of the page, as the language server calls them.

export const kRoot = '/project';
export const uriOf = (path: string): string => `file://${kRoot}/${path.split('/').map(encodeURIComponent).join('/')}`;
export const pathOf = (uri: string): string => decodeURIComponent(uri).replace(`file://${kRoot}/`, '');
