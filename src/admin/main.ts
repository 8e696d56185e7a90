// Runs operator commands from the built files, one for each source.
// src/launch/admin.ts starts them faster.
import { main } from './program.js';

await main(process.argv.slice(2));
