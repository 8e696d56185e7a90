// The service: node dist/src/launch/service.js [api|worker]. Without an argument, it is both.
import { loadProgram } from './load-program.js';

await loadProgram('service').main(process.argv.slice(2));
