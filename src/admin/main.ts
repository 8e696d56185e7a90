import 'reflect-metadata';
import { runAdmin } from './run.js';

// Files that modport makes are for its own user alone.
process.umask(0o077);

const { exitCode, stdout, stderr } = await runAdmin(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
// Not `exit`: what was written to a pipe still has to leave.
process.exitCode = exitCode;
