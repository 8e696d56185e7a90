// Runs operator commands from the files that tsc wrote. src/launch/admin.ts loads the bundled
// program, which starts faster.
import { main } from './program.js';

await main(process.argv.slice(2));
