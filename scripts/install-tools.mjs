// Installs what only developers need (tools/dev), unless it is installed. Setup leaves it out, because checks, generators
// and browsers are a third of all dependencies.
import { existsSync } from 'node:fs';
import { installPackages } from './install.mjs';

if (!existsSync(new URL('../tools/dev/node_modules', import.meta.url))) installPackages();
