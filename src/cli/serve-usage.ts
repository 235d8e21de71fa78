/** What `governance serve --help` tells: read only by whoever asks, since the settings it lists are half of the program. */
import { fileVariable, variables } from '../config/environment.ts';
import { listHelp } from './help.ts';
import { describeConfigFlags } from './options.ts';

export const serveUsage = `usage: governance serve [options]

Runs the gateway until it gets SIGTERM or SIGINT.
Exit status: 0 stopped, 1 it cannot start, 70 a bug, 78 bad configuration,
policies or arguments, 130 ended by a second signal.

${describeConfigFlags()}
Variables, each weaker than its flag and stronger than the file:

${listHelp([
  [fileVariable, 'Another gateway.yaml.'],
  ...variables.map(({ name, description }) => [name, description.replace(/`/g, '')] as const),
])}
A secret may lie in a file instead, which NAME_FILE names.
All keys of the file: docs/CONFIGURATION.md
`;
