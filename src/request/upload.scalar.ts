import { GraphQLError, GraphQLScalarType } from 'graphql';
import { ReceivedFile } from '../platform/spool/received-file.js';

/**
 * A file argument. It is a handle within the process and never JSON. The REST facade receives and
 * measures the file before the operation runs, and closes it afterwards.
 */
export const Upload = new GraphQLScalarType<ReceivedFile, never>({
  name: 'Upload',
  description: 'A file from a form of the REST API. A GraphQL request cannot contain it.',
  serialize() {
    throw new GraphQLError('a file is never answered');
  },
  parseValue(value) {
    if (value instanceof ReceivedFile) return value;
    throw new GraphQLError('a file comes with a form of the REST API');
  },
  parseLiteral() {
    throw new GraphQLError('a file comes with a form of the REST API');
  },
});
