// The service from its compiled modules. src/launch/service.ts loads a bundle, which starts faster.
import { main } from './program.js';

await main(process.argv.slice(2));
