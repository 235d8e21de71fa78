/** A value takes its name from what stands before it, however programs, files and people write that. */
import { describe, expect, test } from '@jest/globals';
import { namesBefore } from '../../../../src/governance/detectors/credentials/naming.ts';

const named = (before: string): readonly string[] => namesBefore(`${before}value`, before.length);

describe('namesBefore() reads the name', () => {
  test.each<[before: string, ...names: string[]]>([
    ['token = "', 'token'],
    ['token: ', 'token'],
    ['token := `', 'token'],
    ["'token' => '", 'token'],
    ['token ?= ', 'token'],
    ['token ||= ', 'token'],
    ['config["token"] = "', 'token'],
    ['setToken("', 'setToken'],
    ['<token>', 'token'],
    ['the token is ', 'the_token'],
    ['token = b"', 'token'],
    ['token: string = "', 'token', 'string'],
    ['{"name": "TOKEN", "value": "', 'value', 'TOKEN'],
    ['- name: TOKEN\n  value: ', 'value', 'TOKEN'],
    ['run --token ', 'token'],
    ['ENV TOKEN ', 'TOKEN'],
    ['setx\u00a0TOKEN ', 'TOKEN'],
    ['the token you need is "', 'you_need', 'the_token', 'need_is'],
    ['client secret - ', 'client_secret'],
    ['token "', 'token'],
  ])('%j', (before, ...names) => {
    expect(named(before)).toEqual(names);
  });

  test.each(['', ' ', '"', '= "', '12 = "', 'token', 'token! ', 'token\n\n\n\n\n\n= "', '(("'])(
    '%j has none',
    (before) => {
      expect(named(before)).toEqual([]);
    },
  );
});
