/** What the authority answers to a person or a script it turns down, in its own words. */
export class Refusal extends Error {
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}
