/** Loaded into a gateway before its program: on a signal it throws where nothing can catch it, as a bug would. */
const rejects = process.env['TEST_BUG'] === 'rejection';

// A signal that the gateway itself gives no meaning: one that it answers would write lines of its own.
process.on('SIGPWR', () => {
  setImmediate(() => {
    const bug = new TypeError('a bug that nothing catches');
    if (!rejects) throw bug;
    void Promise.reject(bug);
  });
});
