// A member of an object, where it has a value: what is not given is left out, and not written down as undefined.

export const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };
