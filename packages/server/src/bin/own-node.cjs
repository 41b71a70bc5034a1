// Finds the Node that the install brought for this platform. Every Node can run this file.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** Returns the path of the Node program in the checkout at `root`. Undefined if none is installed. */
exports.findOwnNode = (root) => {
  const isWindows = process.platform === 'win32';
  const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const program = join(root, 'node_modules', folder, 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(program) ? program : undefined;
};
