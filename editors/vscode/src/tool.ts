import * as fs from 'fs';
import * as path from 'path';

// Where the tool is: what the setting names, then what a build of the workspace left, then the PATH. Nothing: it is
// nowhere.
export function findTool(setting: string, folders: string[], searchPath: string): string | undefined {
  const name = process.platform === 'win32' ? 'ishi.exe' : 'ishi';
  const isProgram = (file: string) => {
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  };
  if (setting !== '') {
    const candidates = path.isAbsolute(setting) ? [setting] : folders.map((folder) => path.join(folder, setting));
    return candidates.find(isProgram);
  }
  const built = folders.flatMap((folder) => [path.join(folder, 'build', 'release', 'compiler', name), path.join(folder, 'bin', name)]);
  const onPath = searchPath.split(path.delimiter).filter((folder) => folder !== '').map((folder) => path.join(folder, name));
  return [...built, ...onPath].find(isProgram);
}
