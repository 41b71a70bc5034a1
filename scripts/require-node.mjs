// Exits with a clear message if this Node is too old.
import '../packages/server/src/bin/require-node.cjs';
