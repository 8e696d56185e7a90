import 'reflect-metadata';
import { runAdmin } from './run.js';

const { exitCode, stdout, stderr } = await runAdmin(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
// Not `exit`: what was written to a pipe still has to leave.
process.exitCode = exitCode;
