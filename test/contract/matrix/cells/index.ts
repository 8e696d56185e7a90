import type { Cell } from '../cell.js';
import type { Operation } from '../operations.js';
import { addressCells } from './addresses.js';
import { auditCells } from './audit.js';
import { bodyCells } from './bodies.js';
import { credentialCells } from './credentials.js';
import { demandCells } from './demands.js';
import { formCells } from './forms.js';
import { idCells } from './ids.js';
import { keyCells } from './keys.js';
import { preconditionCells } from './preconditions.js';
import { successCells } from './success.js';
import { teamCells } from './teams.js';

/** All promises of the matrix, from the most general to the most special. */
export const CELLS: readonly Cell[] = [
  ...successCells,
  ...addressCells,
  ...credentialCells,
  ...teamCells,
  ...auditCells,
  ...idCells,
  ...keyCells,
  ...preconditionCells,
  ...bodyCells,
  ...demandCells,
  ...formCells,
];

/** The cells of an operation. */
export const cellsOf = (operation: Operation): readonly Cell[] =>
  CELLS.filter(({ applies }) => applies(operation));
