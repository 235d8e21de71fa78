/** What a new draft begins with: a whole small policy that compiles and whose test passes. */
export const start = `apiVersion: governance/v1
kind: Policy
metadata:
  id: project-names
  title: Project names stay inside
  owner: security
  severity: medium
  status: test
spec:
  mode: shadow
  onError: block
  stages: [request]
  parts: [user]
  patterns:
    project: { keywords: [Project Halcyon], ignoreCase: true, wholeWord: true }
  rules:
    - id: named
      when: hit("project")
      action: block
      message: The text names a project that is not public. Leave the name out.
tests:
  - name: the name is found
    given: { text: 'What is the status of project halcyon?' }
    expect: { action: block, rules: [named] }
  - name: other projects are fine
    given: { text: 'What is the status of the project?' }
    expect: { action: allow, rules: [] }
`;
