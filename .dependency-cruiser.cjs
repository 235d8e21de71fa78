// The walls of the house: errors, unreached <- database, governance <- { proxy, audit, keys, budgets, config, outside } <- server, cli <- workers <- gateway.
const rooms = [
  'proxy',
  'audit',
  'keys',
  'budgets',
  'config',
  'outside',
  'server',
  'cli',
  'sandbox',
  'workers',
];
const blind = (from, to, comment) => ({
  name: `${from}-is-blind-to-${to}`,
  severity: 'error',
  comment,
  from: { path: `^src/${from}(/|\\.ts$)` },
  to: { path: `^src/${to}(/|\\.ts$)` },
});
const door = (name, module, files) => ({
  name: `one-door-for-${name}`,
  severity: 'error',
  comment: `Only ${files} may import ${module}; everyone else goes through it.`,
  from: { path: '^src/', pathNot: files },
  to: { path: module },
});
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      // Only there: what stands beside the program is started by name.
      from: {
        path: '^src/',
        orphan: true,
        pathNot: ['^src/gateway\\.ts$', '^src/cli/main\\.ts$', '\\.d\\.ts$'],
      },
      to: {},
    },
    {
      name: 'governance-is-pure',
      severity: 'error',
      comment: 'The core does no I/O, knows no framework and reads no clock.',
      from: { path: '^src/governance/' },
      to: {
        pathNot: [
          '^src/governance/',
          '^src/errors\\.ts$',
          'node_modules/(zod|@bufbuild/cel|@bufbuild/protobuf|re2js|libphonenumber-js)/',
        ],
      },
    },
    {
      name: 'errors-is-the-ground',
      severity: 'error',
      from: { path: '^src/(errors|unreached)\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'database-knows-no-room',
      severity: 'error',
      comment: 'It opens what rooms keep their tables in, and knows none of the tables.',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: ['^src/database/', '^src/(errors|unreached)\\.ts$'] },
    },
    ...['proxy', 'audit', 'keys', 'budgets', 'config', 'sandbox', 'outside'].flatMap((from) =>
      [
        'proxy',
        'audit',
        'keys',
        'budgets',
        'config',
        'sandbox',
        'outside',
        'server',
        'cli',
        'gateway',
      ]
        .filter((to) => to !== from)
        .map((to) =>
          blind(from, to, 'Siblings are blind to each other; gateway.ts introduces them.'),
        ),
    ),
    ...['server', 'cli'].map((from) =>
      blind(from, from === 'server' ? 'cli' : 'server', 'The two front doors do not meet.'),
    ),
    ...rooms
      .filter((room) => room !== 'cli')
      .map((from) => blind(from, 'gateway', 'gateway.ts is imported by none.')),
    ...rooms
      .filter((room) => room !== 'workers')
      .map((from) => blind(from, 'workers', 'No room knows how many processes there are.')),
    blind('workers', 'proxy', 'What passes between processes is no call of a client.'),
    blind('workers', 'cli', 'The command line starts the gateway and knows no more of it.'),
    {
      name: 'one-door-for-cluster',
      severity: 'error',
      comment: 'Only the program itself starts processes.',
      from: { path: '^src/', pathNot: '^src/gateway(/|\\.ts$)' },
      to: { path: '^(node:)?cluster$' },
    },
    door(
      'http-proxy-middleware',
      'node_modules/http-proxy-middleware/',
      '^src/proxy/forward\\.ts$',
    ),
    door('express', 'node_modules/(express|express-rate-limit|helmet)/', '^src/server/'),
    door('pg', 'node_modules/pg/', '^src/(database|keys|budgets|audit)/'),
    door('yaml', 'node_modules/yaml/', '^src/config/'),
    door('onnxruntime', 'node_modules/onnxruntime-', '^src/outside/onnx-worker\\.ts$'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
