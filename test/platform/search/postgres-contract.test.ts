import { useWorld } from '../../harness.js';
import { searchContract } from './contract.js';

searchContract('PostgreSQL', useWorld());
