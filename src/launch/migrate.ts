// Applies the missing migrations: node dist/src/launch/migrate.js
import { loadProgram } from './load-program.js';

await loadProgram('migrate').main(process.argv.slice(2));
