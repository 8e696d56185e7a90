// An operator command: node dist/src/launch/admin.js NOUN VERB [--flags]
import { loadProgram } from './load-program.js';

await loadProgram('admin').main(process.argv.slice(2));
