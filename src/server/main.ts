// The service from the built files, one for each source. src/launch/service.ts starts it faster.
import { main } from './program.js';

await main(process.argv.slice(2));
