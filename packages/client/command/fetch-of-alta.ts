/** Every answer of Alta has an id; what has none, such as a page of a proxy, is a failure whatever its status. */
export const fetchOfAlta: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  return answer.headers.has('x-request-id') ? answer : new Response(null, { status: 404 });
};
