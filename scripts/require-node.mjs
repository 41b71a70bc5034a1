// Exits with a clear message instead of a syntax error if this Node cannot run TypeScript sources.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Voiceloom runs on Node 22.18 or newer; this is ${process.versions.node}.\n` +
      'The install normally brings a newer Node of its own. Install Node 24, or run `npm run setup` again with network access.\n',
  );
  process.exit(1);
}
