import 'reflect-metadata';
import { runAdmin } from './run.js';

// Only the own user can access files that modport creates.
process.umask(0o077);

const { exitCode, stdout, stderr } = await runAdmin(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
// Not `exit`, because output to a pipe may still be pending.
process.exitCode = exitCode;
