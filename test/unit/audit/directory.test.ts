/** Why no trail can be kept somewhere: the place that has to be mended, which may be one file of it. */
import { describe, expect, test } from '@jest/globals';
import { explainFault } from '../../../src/audit/directory.ts';

describe('explainFault()', () => {
  test.each([
    [
      '/data/audit/master.key',
      '`/data/audit/master.key`: the user that the gateway runs as may not use it',
    ],
    ['/data/audit', 'the gateway may not write there'],
    [undefined, 'the gateway may not write there'],
  ])('names what may not be used: %s', (path, said) => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path });
    expect(explainFault('/data/audit', denied)).toMatchObject({
      message: `the audit trail cannot be kept in \`/data/audit\`: ${said}; mend that, or name another place with GATEWAY_DATA`,
    });
  });
});
