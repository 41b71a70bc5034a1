// Every Node can run this file, because it is CommonJS without types.
require('./require-node.cjs');
void import('../programs/models.ts');
