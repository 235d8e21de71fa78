// The walls of the house: errors <- governance <- { proxy, audit, keys, config, outside } <- server, cli <- gateway.
const rooms = ['proxy', 'audit', 'keys', 'outside', 'server', 'cli', 'sandbox'];
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
      from: { orphan: true, pathNot: ['^src/gateway\\.ts$', '^src/cli/main\\.ts$', '\\.d\\.ts$'] },
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
      from: { path: '^src/errors\\.ts$' },
      to: { path: '^src/', pathNot: '^src/errors\\.ts$' },
    },
    ...['proxy', 'audit', 'keys', 'config', 'sandbox', 'outside'].flatMap((from) =>
      ['proxy', 'audit', 'keys', 'config', 'sandbox', 'outside', 'server', 'cli', 'gateway']
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
    door(
      'http-proxy-middleware',
      'node_modules/http-proxy-middleware/',
      '^src/proxy/forward\\.ts$',
    ),
    door('express', 'node_modules/(express|express-rate-limit|helmet)/', '^src/server/'),
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
