/** Gas for each byte of a deployed contract. */
export const gasPerDeployByte = 100;
export const minDeploymentGasPrice = 2000;
export const gasPerBlob = 1_000_000;
export const blockGasLimit = 3_000_000_000n;

/** `vm_config` of node info; a feature's value is the height from which on there is it, or 2^64-1 for never. */
export const vmConfig = {
  block_gas_limit: blockGasLimit,
  features: {
    ABI_PUBLIC_SENDER: 1,
    BLOB: 1,
    DISABLE_WASM64: 1,
    FILLER_FEATURE: 18_446_744_073_709_551_615n,
    HQ_KECCAK256: 1,
    HQ_SECP256K1_RECOVER: 1,
    HQ_SHA256: 1,
    HQ_VERIFY_KZG_PROOF: 1,
  },
  gas_per_blob: gasPerBlob,
  gas_per_deploy_byte: gasPerDeployByte,
  generation_timeout: null,
  min_deploy_points: 5_000_000,
  min_deployment_gas_price: minDeploymentGasPrice,
};
