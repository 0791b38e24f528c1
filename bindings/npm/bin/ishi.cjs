#!/usr/bin/env node
// The command line. Plain enough for an old Node to say what is wrong with it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 18 || (major === 18 && minor < 17)) {
  console.error(`ishi: this is Node ${process.versions.node}; ishi takes 18.17 or later`);
  process.exitCode = 2;
} else {
  import('../tool.js').then(async ({ runTool }) => {
    process.exitCode = await runTool(process.argv.slice(2));
  });
}
