#!/usr/bin/env node
// The command line of this checkout. Every Node can run this file.
require('../../server/src/bin/require-node.cjs');
void import('../src/main.ts');
