// For `import guard from './guard.ishi.yaml'`: add "ishi-web/yaml" to the `types` of tsconfig.json.
declare module '*.ishi.yaml' {
  import type { AssetSource } from 'ishi-web';
  const source: AssetSource;
  export default source;
}
